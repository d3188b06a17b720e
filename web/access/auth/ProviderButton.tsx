import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { wantedOf } from '../../data/auth-state.ts'
import { targetUrl } from '../../data/storage.ts'
import { useWords } from '../../data/text.ts'
import { text } from './text.ts'

/** The way through the identity provider, which leads back to where the person wanted to go. `again`: who was refused may be somebody else there. */
export function ProviderButton({ again = false }: { again?: boolean }) {
  const t = useWords(text)
  const query = new URLSearchParams({ ...wantedOf(targetUrl.get()), ...(again && { again: '1' }) }).toString()
  const address = `/api/auth/oidc/start${query && `?${query}`}`
  return (
    <Button component="a" href={address} size="lg" fullWidth leftSection={<IconBuilding size={18} stroke={1.6} />}>
      {t.byProvider}
    </Button>
  )
}
