import { Button } from '@mantine/core'
import { watches } from '@ruam/contract/watches/watches.ts'
import { IconFolder, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { useMayOpen } from '../ui/may.ts'
import { Pills } from '../ui/Pills.tsx'
import { RouteLink } from '../ui/route.tsx'
import { ListSearch } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { Unread } from '../ui/Unread.tsx'
import { useView } from '../ui/view.ts'
import { watchListText } from './list-text.ts'
import { addressOf } from './typed-place.ts'
import styles from './Watches.module.css'
import { WatchRow } from './WatchRow.tsx'
import { needsLook, POLL_MS, type WatchOfStore } from './watch.ts'

const filters = ['attention', 'paused'] as const
type Filter = (typeof filters)[number]

const passes: Record<Filter, (watch: WatchOfStore) => boolean> = {
  attention: needsLook,
  paused: ({ status }) => status === 'paused',
}

/** True if the name, the place or one of the last files has the text. */
function isFound({ name, place, pattern, files }: WatchOfStore, keyword: string): boolean {
  const text = keyword.toLowerCase()
  return [name, addressOf(place, pattern), ...files.map((file) => file.name)].some((one) =>
    one.toLowerCase().includes(text),
  )
}

/** Watches of the store by name: the server sends all of them, and the search and the filters work here. */
export function WatchList() {
  const t = useWords(watchListText)
  const mayAdd = useMayOpen('watch-create')
  const view = useView({ sorts: ['name'], sort: 'name', filters: { show: filters } })
  const read = useRead(watches.list, {}, { poll: () => POLL_MS, staleTime: 0 })
  const all = read.data?.data ?? []
  const { show } = view.filters
  const found = all.filter((watch) => (!show || passes[show](watch)) && isFound(watch, view.keyword))
  const add = mayAdd && (
    <Button component={RouteLink} to="watch-create" variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />}>
      {t.add}
    </Button>
  )
  const choices = [undefined, ...filters].map((value) => ({
    value,
    text: (
      <>
        {t[value ?? 'all']} <b>{formatNumber(value ? all.filter(passes[value]).length : all.length)}</b>
      </>
    ),
  }))
  const content = () => {
    if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
    if (all.length === 0) return <EmptyState icon={IconFolder} title={t.emptyTitle} text={t.emptyText} action={add} />
    if (found.length === 0) {
      const clear = <Button onClick={() => view.clear()}>{t.showAll}</Button>
      return <EmptyState icon={IconSearchOff} title={t.nothing} action={clear} />
    }
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className={styles.scroll} aria-label={t.label} tabIndex={0}>
        <ul className={styles.list}>
          {found.map((watch) => (
            <WatchRow key={watch.id} watch={watch} />
          ))}
        </ul>
      </section>
    )
  }
  return (
    <>
      <SettingTabs />
      {(all.length > 0 || read.isPending) && (
        <Toolbar actions={add}>
          <ListSearch view={view} label={t.search} />
          <Pills
            label={t.shown}
            choices={choices}
            chosen={show}
            onChoose={(next) => view.show({ filters: { show: next } })}
          />
        </Toolbar>
      )}
      {read.error && read.data && (
        <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
      )}
      {content()}
      {read.data && all.length > 0 && (
        <footer className={styles.foot}>
          <span>
            <strong>{t.total({ count: read.data.total })}</strong>{' '}
            {t.week({
              imported: read.data.imported,
              waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
            })}
          </span>
          <span>{t.still}</span>
        </footer>
      )}
    </>
  )
}
