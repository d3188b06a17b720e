import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useStore } from '../data/session.ts'
import { RouteLink, type RouteName, screenOf, useTitles } from '../ui/route.tsx'
import styles from '../ui/Tabs.module.css'
import { useMenu, visibleMenu } from './menu.ts'

/** One list with two addresses is one tab: the first that the person may open. */
const isFirstOfTitle = (to: RouteName, place: number, all: readonly RouteName[]) =>
  all.findIndex((one) => screenOf(one)?.title === screenOf(to)?.title) === place

/** Tabs of the screens that share the menu entry of this one and that the person may open. */
export function SettingTabs() {
  const titled = useTitles()
  const { rights, flags } = useStore()
  const here = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const router = useRouter()
  const tabs = useRef<HTMLElement>(null)
  // On a phone not all of them are in sight. The router restores an older scroll position when it has rendered.
  useEffect(() => {
    const reveal = () =>
      tabs.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    reveal()
    return router.subscribe('onRendered', reveal)
  }, [router])
  const entries = visibleMenu(useMenu(), rights, { flags }).flatMap((group) => group.entries)
  const entry = entries.find(
    ({ to, tabs = [] }) => tabs.length > 0 && [to, ...tabs].some((one) => screenOf(one)?.title === here),
  )
  if (!entry) return null
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={titled(entry.title)}>
      {[entry.to, ...(entry.tabs ?? [])].filter(isFirstOfTitle).map((to) => {
        const { title } = screenOf(to)!
        return (
          <RouteLink key={to} to={to} aria-current={title === here ? 'page' : undefined}>
            {titled(title)}
          </RouteLink>
        )
      })}
    </nav>
  )
}
