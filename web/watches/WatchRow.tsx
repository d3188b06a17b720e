import { Button } from '@mantine/core'
import { TERMS_FILES } from '@ruam/contract/watches/terms.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import { watchListText } from './list-text.ts'
import { useTermWords } from './term-words.ts'
import { addressOf } from './typed-place.ts'
import { WatchActions } from './WatchActions.tsx'
import styles from './Watches.module.css'
import { WatchState } from './WatchState.tsx'
import { type FileOfWatch, placeIcons, useWatchWords, type WatchOfStore } from './watch.ts'
import { watchText } from './watch-text.ts'

/** A watch of the list: its place and times, the last files, and the terms in one sentence. */
export function WatchRow({ watch }: { watch: WatchOfStore }) {
  const t = useWords(watchText)
  const l = useWords(watchListText)
  const words = useWatchWords()
  const terms = useTermWords()
  const { id, name, place, pattern, files } = watch
  const Icon = placeIcons[place.kind]
  return (
    <li className={styles.watch}>
      <Icon size={18} stroke={1.6} aria-hidden className={styles.kind} />
      <div className={styles.about}>
        <h2>
          <RouteLink to="watch" params={{ watchId: id }}>
            {name}
          </RouteLink>
        </h2>
        <p>
          {t[place.kind]} <code>{addressOf(place, pattern)}</code>
        </p>
        <When watch={watch} />
        <Links watch={watch} />
      </div>
      <div className={styles.news}>
        <WatchState state={words.watch(watch)} />
        <Why watch={watch} />
        {files.length === 0 ? (
          <p className={styles.quiet}>{l.noFiles}</p>
        ) : (
          <ul>
            {files.map((file) => (
              <FileLine key={file.id} watchId={id} file={file} />
            ))}
          </ul>
        )}
      </div>
      <div className={styles.menu}>
        <WatchActions watch={watch} />
      </div>
      <p className={styles.terms}>
        <span>{t.terms}</span> {watch.terms ? terms.sentence(watch.terms) : t.noTermsFrom({ files: TERMS_FILES })}
      </p>
    </li>
  )
}

/** Why a watch needs a person, with the way to its login or host key. */
function Why({ watch: { id, reason, error } }: { watch: WatchOfStore }) {
  const t = useWords(watchText)
  const mayEdit = useMayCall(watches.update)
  const why = reason ?? error
  if (!why) return null
  const mends: Readonly<Record<string, string>> = {
    watch_refused: t.newSecret,
    watch_host_key_changed: t.newHostKey,
  }
  const mend = mayEdit && mends[why.error]
  return (
    <p className={styles.why}>
      {why.message}{' '}
      {mend && (
        <RouteLink to="watch" params={{ watchId: id }}>
          {mend}
        </RouteLink>
      )}
    </p>
  )
}

/** When files are looked for, or since when and by whom it is paused. */
function When({ watch: { place, status, schedule, nextLookAt, pausedAt, pausedBy } }: { watch: WatchOfStore }) {
  const t = useWords(watchText)
  const format = useFormat()
  const words = useWatchWords()
  if (status === 'paused') {
    const time = format.date(pausedAt)
    return <p>{pausedBy?.name ? t.pausedBy({ time, name: pausedBy.name }) : t.pausedAt({ time })}</p>
  }
  const next = nextLookAt && Date.parse(nextLookAt) > Date.now() ? [words.next(nextLookAt)] : []
  return <p>{[words.schedule(schedule, place.kind), ...next].join(' · ')}</p>
}

function Links({ watch: { id, place, status } }: { watch: WatchOfStore }) {
  const t = useWords(watchText)
  const mayEdit = useMayCall(watches.update)
  const mayLook = useMayCall(watches.look)
  const mayResume = useMayCall(watches.resume)
  const [look, resume] = [useWrite(watches.look), useWrite(watches.resume)]
  const act = (label: string, run: typeof look) => (
    <Button
      variant="transparent"
      size="compact-sm"
      style={{ fontWeight: 400 }}
      loading={run.isPending}
      onClick={() => run.mutate({ params: { id } })}
    >
      {label}
    </Button>
  )
  return (
    <p className={styles.links}>
      <RouteLink to="watch" params={{ watchId: id }}>
        {mayEdit ? t.change : t.open}
      </RouteLink>
      {place.kind === 'line_chat' && mayLook && (
        <RouteLink to="watch" params={{ watchId: id }}>
          {t.linkLine}
        </RouteLink>
      )}
      {status === 'active' ? mayLook && act(t.lookNow, look) : mayResume && act(t.resume, resume as typeof look)}
      <RouteLink to="watch-files" params={{ watchId: id }}>
        {t.files}
      </RouteLink>
    </p>
  )
}

function FileLine({ watchId, file }: { watchId: number; file: FileOfWatch }) {
  const t = useWords(watchText)
  const words = useWatchWords()
  const params = { watchId, fileId: file.id }
  return (
    <li>
      <span className={styles.quiet}>{words.moment(file.arrivedAt)}</span>
      <RouteLink to="watch-file" params={params} className={styles.file}>
        {file.name}
      </RouteLink>
      <WatchState plain state={words.file(file)} />
      {file.status === 'waiting' && (
        <RouteLink to="watch-file" params={params}>
          {t.decide}
        </RouteLink>
      )}
    </li>
  )
}
