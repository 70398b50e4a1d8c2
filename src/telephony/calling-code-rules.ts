/** Whether a number, in E.164, begins with one of the calling codes; null stands for all numbers. */
export const serves = (callingCodes: readonly string[] | null, number: string): boolean =>
  callingCodes === null || callingCodes.some((code) => number.startsWith(code));
