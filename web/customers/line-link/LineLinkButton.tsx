import { Button } from '@mantine/core'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { IconBrandLine } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './LineLink.module.css'
import { text } from './text.ts'

const loadDialog = () => import('./LineLinkDialog.tsx')
const LineLinkDialog = lazyPart(async () => ({ default: (await loadDialog()).LineLinkDialog }))

/** How a customer can be reached on LINE, and the way to link them. Not shown in a store without a LINE account. */
export function LineLinkButton({ profileId, name }: { profileId: number; name: string }) {
  const t = useWords(text)
  const mayRead = useMayCall(lineLink.get)
  const mayLink = useMayCall(lineLink.create)
  const { data } = useRead(lineLink.get, { params: { id: profileId } }, { enabled: mayRead })
  const [open, setOpen] = useState(false)
  if (!data || (data.reach === 'not_linked' && (data.accounts.length === 0 || !mayLink))) return null
  return (
    <>
      <Button
        className={styles.button}
        data-reach={data.reach}
        leftSection={<IconBrandLine size={16} stroke={1.6} />}
        onPointerEnter={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        {t[data.reach]}
      </Button>
      {open && (
        <Suspense>
          <LineLinkDialog profileId={profileId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
