import type { people } from '@ruam/contract/people.ts'
import type { Got } from '../core/api.ts'

export type PersonRow = Got<typeof people.list>['data'][number]

/** How somebody is called: who is only invited, by their e-mail. */
export const nameOf = ({ firstName, lastName, email }: Pick<PersonRow, 'firstName' | 'lastName' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || email
