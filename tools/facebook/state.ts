import { randomBytes } from 'node:crypto'

export interface Page {
  id: string
  name: string
  category: string
  token: string
  /** Fields of its webhook, if the app is subscribed. */
  subscribed: string[] | null
  /** People who wrote to it, by their page-scoped id. */
  people: Map<string, { firstName: string; lastName: string }>
}

/** Answers the next calls badly. */
interface Fault {
  kind: 'error' | 'unauthorized' | 'timeout'
  times: number
}

export interface FacebookState {
  app: { id: string; secret: string; verifyToken: string }
  /** Tokens of people, each with the ids of the pages that the person manages. */
  users: Map<string, string[]>
  pages: Map<string, Page>
  faults: Fault[]
  now(): number
}

export const newState = (now: () => number): FacebookState => ({
  app: { id: '1234567890', secret: '0'.repeat(32), verifyToken: 'a-verify-token-of-tests' },
  users: new Map(),
  pages: new Map(),
  faults: [],
  now,
})

let counter = 0
const id = (start: string) => `${start}${process.pid}${String(++counter).padStart(6, '0')}`
const token = () => `EAA${randomBytes(60).toString('base64url').replaceAll('-', 'x')}`

export function addPage(state: FacebookState, page: Partial<Omit<Page, 'people' | 'subscribed'>> = {}): Page {
  const made: Page = {
    id: id('10'),
    name: 'ร้านผ้าฝ้าย',
    category: 'Clothing store',
    token: token(),
    ...page,
    subscribed: null,
    people: new Map(),
  }
  state.pages.set(made.id, made)
  return made
}

/** Returns the token of a new person who manages pages. */
export function addUser(state: FacebookState, pages: readonly Page[]): string {
  const made = token()
  state.users.set(
    made,
    pages.map((page) => page.id),
  )
  return made
}

/** Returns the page-scoped id of a new person. */
export function addPerson(page: Page, person = { firstName: 'ญาดา', lastName: 'ศรีสุข' }): string {
  const psid = id('70')
  page.people.set(psid, person)
  return psid
}
