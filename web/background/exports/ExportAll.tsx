import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { ExportDialog } from './ExportDialog.tsx'

/** Dialog that exports every customer. */
export function ExportAll({ onClose }: { onClose: () => void }) {
  const { data } = useRead(profiles.query, { body: { limit: 1 } })
  return data ? <ExportDialog target={{ filter: {} }} people={formatNumber(data.totalAll)} onClose={onClose} /> : null
}
