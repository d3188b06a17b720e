import { Button } from '@mantine/core'
import { watches } from '@ruam/contract/watches/watches.ts'
import { IconDownload, IconFile } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../app/page-title.ts'
import { useRead } from '../data/api.ts'
import { formatBytes } from '../data/format-size.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { useDownload } from '../imports/data-sources/use-download.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { RouteLink } from '../ui/route.tsx'
import { Unread } from '../ui/Unread.tsx'
import { FileChoices } from './FileChoices.tsx'
import { FileRows } from './FileRows.tsx'
import { FileTerms } from './FileTerms.tsx'
import styles from './WatchFile.module.css'
import { isId, useWatch, WatchMissing } from './WatchPage.tsx'
import { WatchState } from './WatchState.tsx'
import { type FileOfWatch, POLL_MS, useWatchWords, type WatchDetail } from './watch.ts'
import { watchFileText } from './watch-file-text.ts'

const poll = () => POLL_MS

/** Reads the file that the address names. */
function useFile(watch: WatchDetail | undefined) {
  const { fileId = '' } = useParams({ strict: false }) as { fileId?: string }
  const valid = isId(fileId)
  const read = useRead(watches.file, { params: { id: watch?.id ?? 0, fileId } }, { enabled: valid && !!watch, poll })
  return { read, isGone: !valid || (read.error?.status === 404 && !read.data) }
}

/** A file of a watch: what of it breaks the terms, its rows, and the decision. */
export function WatchFilePage() {
  const t = useWords(watchFileText)
  const { read, isGone } = useWatch({ poll })
  const watch = read.data
  const ofFile = useFile(watch)
  const file = ofFile.read.data
  usePageTitle(file?.name)
  if (isGone) return <WatchMissing />
  if (!watch) return read.error ? <Unread read={read} /> : <Bones />
  if (!file) {
    if (!ofFile.isGone) return ofFile.read.error ? <Unread read={ofFile.read} /> : <Bones />
    const back = (
      <Button component={RouteLink} to="watch-files" params={{ watchId: watch.id }}>
        {t.toFiles}
      </Button>
    )
    return <EmptyState icon={IconFile} title={t.gone} action={back} />
  }
  return (
    <>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <Head watch={watch} file={file} />
      <div className={styles.page}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={styles.main} aria-label={file.name} tabIndex={0}>
          <FileTerms watch={watch} file={file} />
          {file.dryRunId !== null && <FileRows sourceId={watch.dataSource.id} runId={file.dryRunId} />}
        </section>
        <FileChoices key={file.id} watch={watch} file={file} />
      </div>
    </>
  )
}

function Head({ watch, file }: { watch: WatchDetail; file: FileOfWatch }) {
  const t = useWords(watchFileText)
  const format = useFormat()
  const words = useWatchWords()
  const { start, busy } = useDownload(watches.downloadFile)
  const { figures, size, arrivedAt, waitsUntil, status } = file
  const facts = [
    watch.name,
    t.cameAt({ time: words.within(arrivedAt) }),
    ...(figures ? [t.rowCount({ count: figures.rows })] : []),
    formatBytes(size),
    ...(waitsUntil ? [t.until({ day: format.date(waitsUntil) }), t.nothingYet] : []),
  ]
  return (
    <div className={styles.head}>
      <WatchState plain state={status === 'waiting' ? { text: t.waiting, tone: 'look' } : words.file(file)} />
      <span>{facts.join(' · ')}</span>
      {status === 'waiting' && (
        <Button
          className={styles.download}
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={busy}
          onClick={() => start({ params: { id: watch.id, fileId: file.id } })}
        >
          {t.download}
        </Button>
      )}
    </div>
  )
}
