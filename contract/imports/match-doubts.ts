/**
 * Reasons why a row that matched a profile waits for an answer, in the order in which a person would name them: the first one groups
 * rows for a common answer.
 */
export const matchDoubts = [
  /** Most rows of the file contradict whom their key finds. */
  'whole_file',
  /** The phone or e-mail has many names in the file, or is a filler. */
  'shared_contact',
  /** The file could tell people apart, and this row's name or other value can't be compared. */
  'no_name',
  /** Citizen id and birth date agree, and the given name is another: a new name, or a mistake. */
  'changed_name',
  /** Another citizen id, member number or other id of one person. */
  'own_id',
  'birth_date',
  /** One is a man's title, the other a woman's. */
  'title',
  /** The given name is one of the short names that families use. */
  'nickname',
  /** The given name of one is the surname of the other. */
  'surname_first',
  'given_name',
  'surname',
  'email',
  'phone',
  /** Several people carry the value, and nothing tells which is meant. */
  'several',
] as const

/** Values of a row that agree with the person its key found, apart from the key. Beside the doubts, they tell apart what can be asked at once. */
export const matchAgreements = ['given_name', 'surname', 'birth_date', 'own_id', 'email', 'phone'] as const

export type MatchAgreement = (typeof matchAgreements)[number]
export type MatchDoubt = (typeof matchDoubts)[number]
