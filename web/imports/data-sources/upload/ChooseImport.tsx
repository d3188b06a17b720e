import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import { SourceKinds } from './SourceKinds.tsx'

/** What to import from. */
export function ChooseImport() {
  return <SourceKinds title={useWords(importing).chooseTitle} file={{ to: 'data-source-import' }} />
}
