/** Placeholder of the first name, the only value of a customer in a letter. */
export const LETTER_NAME = '{name}'

/** Text of a letter as customers get it, English after Thai. */
export const letterText = (th: string, en: string): string => (en ? `${th}\n\n${en}` : th)
