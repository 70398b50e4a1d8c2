/** The queue whose jobs have the processes look for requested password resets. */
export const resetQueue = 'auth.reset_passwords';

/** What the address of a request is encrypted for. */
export const purposeOf = (id: string): string => `password reset ${id}`;
