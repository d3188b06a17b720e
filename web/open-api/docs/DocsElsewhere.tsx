import { users } from '@ruam/contract/access/stores.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../data/api.ts'
import { currentSession } from '../../data/session.ts'
import { lastStore } from '../../data/storage.ts'
import { routeAddress, useGo } from '../../ui/route.tsx'
import { DocsPage } from './Docs.tsx'

/** Other addresses of the documentation inside of a store: each leads to its one page, and keeps the anchor. */
export function DocsElsewhere() {
  const go = useGo()
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads on once
  useEffect(() => go({ to: 'docs-get-started', hash, replace: true }), [])
  return null
}

/** The address in answers to programs, which names no store: leads to the page in the person's store. Others get the page itself. */
export function DocsDoor() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [isOutside, setOutside] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads on once
  useEffect(() => {
    const { user } = currentSession()
    const lead = async () => {
      const storeId = user && (lastStore.get() ?? (await firstStore(user.id)))
      const to = storeId === undefined ? undefined : routeAddress('docs-get-started', {}, storeId)
      if (to === undefined) setOutside(true)
      else await navigate({ to, hash, replace: true } as never)
    }
    void lead()
  }, [])
  return isOutside ? <DocsPage /> : null
}

async function firstStore(userId: number): Promise<number | undefined> {
  const found = await call(users.stores, { params: { userId } }).catch(() => undefined)
  return found?.data[0]?.store.id
}
