import { Box, Button } from '@mantine/core'
import { profileSorts, profiles } from '@ruam/contract/profiles.ts'
import { IconFileImport, IconUsers } from '@tabler/icons-react'
import { useRead } from '../core/api.ts'
import { DataTable } from '../core/DataTable.tsx'
import { RouteLink } from '../core/route.tsx'
import { SearchBox } from '../core/SearchBox.tsx'
import { useMay, useStore } from '../core/session.ts'
import { Toolbar } from '../core/Toolbar.tsx'
import { useWords } from '../core/text.ts'
import { useView } from '../core/view.ts'
import { DateFilters, dateFilters } from './DateFilters.tsx'
import { instantsOf, readDays } from './day-range.ts'
import { ProfileCard } from './ProfileCard.tsx'
import { ProfileSort } from './ProfileSort.tsx'
import { ProfileTotal } from './ProfileTotal.tsx'
import { useProfileColumns } from './profile-columns.tsx'
import { text } from './text.ts'

/** The profile list: the home of a store. */
export function ProfileList() {
  const t = useWords(text)
  const { timeZone } = useStore()
  const mayImport = useMay()('cdp-core.datasource.create')
  const view = useView({ sorts: profileSorts, sort: 'updated_at', dir: 'desc', filters: dateFilters })
  const updated = instantsOf(readDays(view.filters.updated), timeZone)
  const created = instantsOf(readDays(view.filters.created), timeZone)
  const read = useRead(profiles.list, {
    query: {
      ...view.query,
      updatedFrom: updated.from,
      updatedTo: updated.to,
      createdFrom: created.from,
      createdTo: created.to,
    },
  })
  const columns = useProfileColumns().filter((column) => column.enabled)
  const importButton = mayImport && (
    <Button
      component={RouteLink}
      to="data-source-import"
      variant="filled"
      leftSection={<IconFileImport size={16} stroke={1.6} />}
    >
      {t.importData}
    </Button>
  )
  return (
    <>
      {/* An empty store's one action stands in the middle. */}
      <Toolbar actions={read.data?.totalAll !== 0 && importButton}>
        <SearchBox view={view} label={t.search} />
        <DateFilters view={view} />
        <Box visibleFrom="sm">
          <ProfileSort view={view} />
        </Box>
      </Toolbar>
      <DataTable
        label={t.label}
        columns={columns}
        read={read}
        rowKey={(profile) => profile.id}
        view={view}
        link={(profile) => ({ to: 'profile-detail', params: { profileId: profile.id } })}
        card={(profile) => <ProfileCard profile={profile} />}
        order={<ProfileSort view={view} />}
        empty={{
          icon: IconUsers,
          title: t.emptyTitle,
          text: mayImport ? t.emptyText : t.emptyTextRead,
          action: importButton,
        }}
        summary={
          read.data && (
            <ProfileTotal
              total={read.data.total}
              capped={read.data.totalCapped ?? false}
              all={read.data.totalAll}
              narrowed={view.narrowed}
            />
          )
        }
      />
    </>
  )
}
