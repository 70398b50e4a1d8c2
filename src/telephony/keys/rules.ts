/** How many keys the text has; its other characters are pauses. */
export const keyCount = (keys: string): number => keys.replace(/[w,]/g, '').length;
