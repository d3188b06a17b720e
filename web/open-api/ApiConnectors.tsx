import { KeyList } from './KeyList.tsx'

/** The screen of API keys with the dialog that makes one. */
export function ApiConnectorCreate() {
  return <KeyList create />
}
