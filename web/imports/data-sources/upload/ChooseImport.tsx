import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import { SourceKinds } from './SourceKinds.tsx'

/** Choice of an import source. */
export function ChooseImport() {
  return <SourceKinds title={useWords(importing).chooseTitle} file={{ to: 'data-source-import' }} />
}
