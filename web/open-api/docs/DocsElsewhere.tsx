import { users } from '@ruam/contract/access/stores.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../data/api.ts'
import { currentSession } from '../../data/session.ts'
import { lastStore, targetUrl } from '../../data/storage.ts'
import { routeAddress, useGo } from '../../ui/route.tsx'
import { DocsPage } from './Docs.tsx'
import { screenAt } from './storeless.ts'

/** Other addresses of the documentation inside of a store: each leads to its one page, and keeps the anchor. */
export function DocsElsewhere() {
  const go = useGo()
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads on once
  useEffect(() => go({ to: 'docs-get-started', hash, replace: true }), [])
  return null
}

/**
 * The addresses that name no store: those in answers to programs, and links of the documentation to screens. Leads to the page in the
 * person's store. Readers without a log-in get the documentation itself; a screen asks them to log in first.
 */
export function DocsDoor() {
  const navigate = useNavigate()
  const { hash, pathname } = useLocation()
  const [isOutside, setOutside] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads on once
  useEffect(() => {
    const { user } = currentSession()
    const screen = screenAt(pathname)
    const lead = async () => {
      const storeId = user && (lastStore.get() ?? (await firstStore(user.id)))
      const to = storeId === undefined ? undefined : routeAddress(screen ?? 'docs-get-started', {}, storeId)
      if (to !== undefined) return navigate({ to, ...(screen ? {} : { hash }), replace: true } as never)
      if (!screen) return setOutside(true)
      if (!user) targetUrl.set(pathname)
      return navigate({ to: (user ? '/choose-store' : '/sign-in') as never, replace: true })
    }
    void lead()
  }, [])
  return isOutside ? <DocsPage /> : null
}

async function firstStore(userId: number): Promise<number | undefined> {
  const found = await call(users.stores, { params: { userId } }).catch(() => undefined)
  return found?.data[0]?.store.id
}
