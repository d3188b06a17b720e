import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { IconBan, IconBrandLine } from '@tabler/icons-react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './LineLink.module.css'
import { text } from './text.ts'

/** How a customer of a list can be reached on LINE. `ids`: the page's, which one call asks for. */
export default function ReachCell({ id, ids }: { id: number; ids: readonly number[] }) {
  const t = useWords(text)
  const enabled = useMayCall(lineLink.reaches) && ids.length > 0
  const { data } = useRead(lineLink.reaches, { query: { ids: ids.slice(0, MOST).join(',') } }, { enabled })
  if (!data) return null
  const reach = data.data.find(({ profileId }) => profileId === id)?.reach
  const Icon = reach === 'blocked' ? IconBan : IconBrandLine
  return (
    <span className={styles.reach} data-reach={reach ?? 'not_linked'}>
      {reach && <Icon size={16} stroke={1.6} />}
      {t[`is_${reach ?? 'not_linked'}`]}
    </span>
  )
}

/** Ids of one call. */
const MOST = 100
