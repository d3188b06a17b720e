import { useParams } from '@tanstack/react-router'
import { KeyList } from './KeyList.tsx'

/** The screen of API keys with the dialog that makes one. */
export function ApiConnectorCreate() {
  return <KeyList start="create" />
}

/** The screen of API keys with one of them opened. */
export function ApiConnectorDetail() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return <KeyList key={id} start={{ id }} />
}
