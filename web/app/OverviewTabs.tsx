import { useWords, words } from '../data/text.ts'
import { titles } from '../data/words.ts'
import { useMayOpen } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import styles from '../ui/Tabs.module.css'

const text = words({
  today: ['วันนี้', 'Today'],
  data: ['ข้อมูล', 'Data'],
})

/** Tabs of the overview. People without the right to its figures have the counter alone, and no tabs. */
export function OverviewTabs({ here }: { here: 'today' | 'data' | 'counter' }) {
  const t = useWords(text)
  const names = useWords(titles)
  const mayFigures = useMayOpen('dashboard')
  const mayCounter = useMayOpen('counter')
  if (!mayFigures) return null
  const current = (tab: typeof here) => (tab === here ? 'page' : undefined)
  return (
    <nav className={styles.tabs} aria-label={names.dashboard}>
      <RouteLink to="dashboard" aria-current={current('today')}>
        {t.today}
      </RouteLink>
      <RouteLink to="dashboard" search={{ tab: 'data' }} aria-current={current('data')}>
        {t.data}
      </RouteLink>
      {mayCounter && (
        <RouteLink to="counter" aria-current={current('counter')}>
          {names.counter}
        </RouteLink>
      )}
    </nav>
  )
}
