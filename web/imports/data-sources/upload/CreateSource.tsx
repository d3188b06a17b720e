import { usePageTitle } from '../../../app/page-title.ts'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import { SourceKinds } from './SourceKinds.tsx'

/** The kind of a new data source, chosen from the list. A file has been chosen with that: it is not asked for again. */
export function CreateSource() {
  const t = useWords(importing)
  usePageTitle(t.addSource)
  return <SourceKinds title={t.kindTitle} file={{ to: 'data-source-v2-check', search: { kind: 'file' } }} />
}
