import { preferences } from '@ruam/contract/customers/preferences.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useStore } from '../../../data/session.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { useGo } from '../../../ui/route.tsx'
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
  // Asks if the preference cannot be read.
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
