/** Where Debian puts it. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell';
