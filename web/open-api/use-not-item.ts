import { useWords } from '../data/text.ts'
import { faultOf } from './connector.ts'
import { connectorText } from './connector-text.ts'

/** Returns why a pasted text is no item, with the place of its first fault. */
export function useNotItem() {
  const n = useWords(connectorText)
  return (pasted: string) => {
    const fault = faultOf(pasted)
    return fault && pasted.trim() !== ''
      ? n.notJsonAt({ line: String(fault.line), column: String(fault.column) })
      : n.notJson
  }
}
