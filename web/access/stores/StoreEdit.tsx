import { stores } from '@ruam/contract/access/stores.ts'
import { useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { Bones } from '../../ui/Bones.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { StoreForm } from './StoreForm.tsx'

/** Changes what a store says of itself, or shows it to those who may not. */
export function StoreEdit() {
  const { id } = useStore()
  const read = useRead(stores.get, { params: { id } }, { staleTime: 0 })
  // An edit begins from what is there now, not from what was read a while ago.
  if (read.data && read.isFetchedAfterMount) return <StoreForm store={read.data} />
  if (read.error) return <Unread read={read} />
  return <Bones />
}
