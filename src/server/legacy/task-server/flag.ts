/** The category that marks a flagged task. */
export const FLAG = 'flagged';
