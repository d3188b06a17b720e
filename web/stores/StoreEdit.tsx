import { stores } from '@ruam/contract/stores.ts'
import { useRead } from '../core/api.ts'
import { Bones } from '../core/Bones.tsx'
import { useStore } from '../core/session.ts'
import { Unread } from '../core/Unread.tsx'
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
