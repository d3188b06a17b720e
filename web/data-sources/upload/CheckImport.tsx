import { dataSources } from '@ruam/contract/data-sources.ts'
import { preferences } from '@ruam/contract/preferences.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '../../core/api.ts'
import { Bones } from '../../core/Bones.tsx'
import { isApiError } from '../../core/request.ts'
import { useGo } from '../../core/route.tsx'
import { useStore } from '../../core/session.ts'
import { SourceUnread } from '../SourceUnread.tsx'
import { importDraft } from './import-draft.ts'
import { Unfinished } from './Unfinished.tsx'

/**
 * Before an import: the person's unfinished data source is offered to go on with, unless they have said not to be asked about
 * it. With none (code 2) it leads straight on.
 */
export function CheckImport() {
  const go = useGo()
  const { kind } = useSearch({ strict: false }) as { kind?: string }
  const { id: storeId } = useStore()
  // The kind is chosen, or a file was already uploaded when the browser was closed.
  const toFile = kind === 'file' || importDraft(storeId).get() !== undefined
  const next = toFile ? 'data-source-import' : 'data-source-v2-choose-import'
  const latest = useRead(dataSources.latest, {}, { staleTime: 0 })
  // Who can't be remembered is asked.
  const preference = useRead(preferences.get, {}, { staleTime: 0 })
  const read = (latest.data || latest.error) && (preference.data || preference.error)
  const none = isApiError(latest.error, 'no_latest_data_source')
  const failed = latest.error && !none
  const source = latest.error ? undefined : latest.data
  const dismissed = source && preference.data?.datasourceContAlertDismiss.includes(source.id)
  const leads = Boolean(read) && (none || dismissed)
  useEffect(() => {
    if (leads) go({ to: next, replace: true })
  }, [leads, next, go])

  if (failed) return <SourceUnread read={latest} />
  if (!source || !read || dismissed) return <Bones />
  return <Unfinished source={source} onNew={() => go({ to: next })} />
}
