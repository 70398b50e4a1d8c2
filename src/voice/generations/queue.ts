/** The queue whose jobs have the processes look for generations that wait. */
export const generateQueue = 'voice.generate';
