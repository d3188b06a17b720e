import { RouteLink } from '../../../ui/route.tsx'
import { useListLinks } from './use-list-ways.ts'
import styles from './ViewsBar.module.css'

/** The quiet links at the right of the views. */
export default function ListWays() {
  return useListLinks().map(({ label, count, ...way }) => (
    <RouteLink key={way.to} {...way} className={styles.quiet}>
      {label} {count && <strong>{count}</strong>}
    </RouteLink>
  ))
}
