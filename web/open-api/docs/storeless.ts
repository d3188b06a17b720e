import { type RouteName, screenOf } from '../../ui/route.tsx'

const PREFIX = '/docs/go/'

/** Address of a screen for readers whose store is not known: it leads there in their store, after they log in. */
export const storelessAddress = (to: RouteName): string => `${PREFIX}${to}`

/** Returns the screen that such an address leads to; undefined for other addresses. */
export function screenAt(pathname: string): RouteName | undefined {
  if (!pathname.startsWith(PREFIX)) return undefined
  const name = pathname.slice(PREFIX.length) as RouteName
  return screenOf(name) && name
}
