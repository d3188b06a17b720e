import type { people } from '@ruam/contract/access/people.ts'
import type { Got } from '../../data/api.ts'

export type PersonRow = Got<typeof people.list>['data'][number]

/** Name of a member, or the e-mail of an invited person. */
export const personNameOf = ({ firstName, lastName, email }: Pick<PersonRow, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email
