import { watches } from '@ruam/contract/watches/watches.ts'
import { IconFile } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../app/page-title.ts'
import { useRead } from '../data/api.ts'
import { formatBytes } from '../data/format-size.ts'
import { useWords } from '../data/text.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { usePhone } from '../ui/use-phone.ts'
import { useView } from '../ui/view.ts'
import { useWatch, WatchMissing } from './WatchPage.tsx'
import { WatchState } from './WatchState.tsx'
import { type FileOfWatch, isMovingFile, POLL_MS, useWatchWords } from './watch.ts'
import { watchFileText } from './watch-file-text.ts'

/** All files of a watch, the newest first: when they came, what became of them, and who decided. */
export function WatchFiles() {
  const t = useWords(watchFileText)
  const words = useWatchWords()
  const phone = usePhone()
  const { watchId = '' } = useParams({ strict: false }) as { watchId?: string }
  const { read: watch, isGone } = useWatch()
  usePageTitle(watch.data?.name)
  const view = useView({ sorts: ['arrived'], sort: 'arrived', dir: 'desc', limit: 20, filters: {} })
  const query = { offset: view.query.offset, limit: view.limit }
  const read = useRead(
    watches.files,
    { params: { id: watchId }, query },
    { enabled: watch.data !== undefined, poll: (page) => (page?.data.some(isMovingFile) ? POLL_MS : false) },
  )
  if (isGone) return <WatchMissing />
  const by = ({ decision, status }: FileOfWatch) => {
    if (!decision) return status === 'imported' ? t.itself : null
    const { by, at } = decision
    return by && t.decided({ decision: t[decision.decision], name: by.name || t.someone, time: words.within(at) })
  }
  const columns: TableColumn<FileOfWatch, 'arrived'>[] = [
    { id: 'arrived', title: t.arrived, width: 200, cell: ({ arrivedAt }) => words.moment(arrivedAt) },
    { id: 'name', title: t.name, link: true, cut: 180, cell: ({ name }) => name },
    { id: 'size', title: t.size, align: 'right', quiet: true, cell: ({ size }) => formatBytes(size) },
    { id: 'rows', title: t.rows, align: 'right', cell: ({ figures }) => figures?.rows.toLocaleString('en') },
    { id: 'state', title: t.state, cell: (file) => <WatchState plain state={words.file(file)} /> },
    { id: 'by', title: t.by, quiet: true, cell: by },
  ]
  const card = (file: FileOfWatch) => (
    <>
      <strong>{file.name}</strong>
      <span>{words.moment(file.arrivedAt)}</span>
      <WatchState plain state={words.file(file)} />
      {by(file) && <span>{by(file)}</span>}
    </>
  )
  return (
    <DataTable
      label={t.list}
      columns={columns}
      read={read}
      rowKey={({ id }) => id}
      view={view}
      link={({ id }) => ({ to: 'watch-file', params: { watchId, fileId: id } })}
      card={phone ? card : undefined}
      empty={{ icon: IconFile, title: t.none, text: t.noneText }}
    />
  )
}
