import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { NotFound } from '../../../app/pages.tsx'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { useGo } from '../../../ui/route.tsx'
import { SourceUnread } from '../SourceUnread.tsx'
import { text } from '../text.ts'
import { type Bookmark, bookmarkTarget, readBookmark } from './bookmark.ts'

/** Leads from an address of the older web to the screen that it means now. */
export function OldBookmark() {
  const address = useLocation({ select: ({ pathname }) => pathname })
  const bookmark = useMemo(() => readBookmark(address), [address])
  if (!bookmark) return <NotFound />
  return <Leading bookmark={bookmark} />
}

function Leading({ bookmark }: { bookmark: Bookmark }) {
  const t = useWords(text)
  const go = useGo()
  const { id, log, kind } = bookmark
  const mayImport = useMayOpen('data-source-import')
  const source = useRead(dataSources.get, { params: { id } })
  const runs = useRead(importRun.runs, { params: { id }, query: { number: log } }, { enabled: kind === 'output' })
  const known = source.data && (kind !== 'output' || runs.data) ? source.data : undefined
  const run = runs.data?.data[0] ?? null
  useEffect(() => {
    if (!known) return
    if (kind === 'output' && !run) alerts.error(t.runGone)
    go({ ...bookmarkTarget(bookmark, { source: known, mayImport, run }), replace: true })
  }, [known, run, kind, bookmark, mayImport, go, t.runGone])
  if (source.error?.status === 404) return <NotFound />
  if (source.error || runs.error) return <SourceUnread read={source.error ? source : runs} />
  return <Bones />
}
