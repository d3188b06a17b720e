import { useParams } from '@tanstack/react-router'

/** The label of the address; empty where it names none. */
export function useLabelId() {
  const { labelId: id = '' } = useParams({ strict: false }) as { labelId?: string }
  return { id, valid: /^[1-9]\d{0,8}$/.test(id) }
}
