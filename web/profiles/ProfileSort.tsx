import { NativeSelect } from '@mantine/core'
import { profileSorts } from '@ruam/contract/profiles.ts'
import { useWords } from '../core/text.ts'
import type { View } from '../core/view.ts'
import { text } from './text.ts'

export type ProfileSortField = (typeof profileSorts)[number]

/** The choice of order: the columns of the list can't be sorted by themselves (spec section 2). */
export function ProfileSort({ view }: { view: Pick<View<ProfileSortField, never>, 'sort' | 'dir' | 'show'> }) {
  const t = useWords(text)
  const orders = [
    { value: 'updated_at desc', label: t.sortUpdatedDesc },
    { value: 'updated_at asc', label: t.sortUpdatedAsc },
    { value: 'created_at desc', label: t.sortCreatedDesc },
    { value: 'created_at asc', label: t.sortCreatedAsc },
    { value: 'first_name asc', label: t.sortFirstAsc },
    { value: 'first_name desc', label: t.sortFirstDesc },
    { value: 'last_name asc', label: t.sortLastAsc },
    { value: 'last_name desc', label: t.sortLastDesc },
  ]
  return (
    <NativeSelect
      size="sm"
      aria-label={t.sortBy}
      data={orders}
      value={`${view.sort} ${view.dir}`}
      onChange={(event) => {
        const [field, dir] = event.currentTarget.value.split(' ')
        const sort = profileSorts.find((one) => one === field)
        view.show({ sort, dir: dir === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
}
