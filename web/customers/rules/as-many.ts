const many: readonly [RegExp, string][] = [
  [/is a friend\b/, 'are friends'],
  [/has\b/, 'have'],
  [/was\b/, 'were'],
  [/is not connected\b/, 'are not connected'],
  [/does not have\b/, 'do not have'],
  [/comes\b/, 'come'],
  [/refuses\b/, 'refuse'],
]

/** Words of an English sentence about one customer, for several: "has" becomes "have" where a condition begins. */
export const asMany = (text: string) =>
  many.reduce(
    (said, [one, plural]) => said.replace(new RegExp(`(^|\\(| and | or )${one.source}`, 'g'), `$1${plural}`),
    text,
  )
