export interface Change {
  file: string
  find: RegExp
  put: string
}

export interface Defect {
  /** Effect of the defect. */
  title: string
  changes: Change[]
  /** The test files of which one must turn red. */
  suites: string[]
  env?: Record<string, string>
}

/** In how many places of a file a change fits: one is right. */
export const occurrencesOf = ({ find }: Change, text: string) =>
  [...text.matchAll(new RegExp(find.source, `${find.flags}g`))].length
