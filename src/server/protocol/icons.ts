const CALENDAR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="3" y="5" width="18" height="16" rx="2" ' +
  'fill="#fff" stroke="#1a5fb4" stroke-width="2"/><path d="M3 10h18M8 2v5m8-5v5" stroke="#1a5fb4" stroke-width="2"/>' +
  '<path d="M8 14h3v3H8z" fill="#1a5fb4"/></svg>';

/** Icon of the server in clients. */
export const ICONS = [
  {
    src: `data:image/svg+xml;base64,${Buffer.from(CALENDAR).toString('base64')}`,
    mimeType: 'image/svg+xml',
    sizes: ['any'],
  },
];
