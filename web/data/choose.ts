import { auth } from '@ruam/contract/access/auth.ts'
import type { Got } from './api.ts'
import { type Preferences, prefer } from './preferences.ts'
import { request } from './request.ts'
import { currentSession, learnPerson, wire, withBearer } from './session.ts'

/** Chooses a language or an era: here at once, and wherever the person signs in. */
export function choose(change: Pick<Preferences, 'language'> | { era: 'ce' | 'be' | null }): void {
  prefer('era' in change ? { era: change.era ?? undefined } : change)
  if (!currentSession().user) return
  const endpoint = wire(auth.updateMe)
  const saved = withBearer(endpoint, (bearer) => request(endpoint, { body: change }, bearer))
  // Without a connection it is kept in this browser alone.
  void saved.then((user) => learnPerson(user as Got<typeof auth.me>)).catch(() => undefined)
}
