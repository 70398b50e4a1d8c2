export const escaped: (text: string) => string;
export function highlighted(text: string, language: string): string;
