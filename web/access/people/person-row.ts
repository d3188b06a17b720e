import type { people } from '@ruam/contract/access/people.ts'
import type { Got } from '../../data/api.ts'

export type PersonRow = Got<typeof people.list>['data'][number]

/** How somebody is called: who is only invited, by their e-mail. */
export const nameOf = ({ firstName, lastName, email }: Pick<PersonRow, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email
