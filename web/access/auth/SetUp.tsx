import { Button, Skeleton } from '@mantine/core'
import { setup } from '@ruam/contract/access/auth.ts'
import { SETUP_LINK_HOURS } from '@ruam/contract/platform/constants.ts'
import { IconCloudOff, IconLinkOff, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AddressLink } from '../../ui/route.tsx'
import { SampleComing } from './SampleComing.tsx'
import { SetUpForm } from './SetUpForm.tsx'
import { setUpText } from './set-up-text.ts'

/** The first owner and the first store, by the one-time link of the first start: what it is good for is said before the form. */
export function SetUp() {
  const t = useWords(setUpText)
  const c = useWords(common)
  // After the #: no server, proxy or log on the way has seen it.
  const { hash: token } = useLocation()
  const [filling, setFilling] = useState<number>()
  const read = useRead(setup.link, { body: { token } }, { enabled: token !== '', staleTime: 60_000 })
  // The form stays when it has spent the link itself.
  const [opened, setOpened] = useState(false)
  if (read.data?.state === 'open' && !opened) setOpened(true)
  if (filling !== undefined) return <SampleComing storeId={filling} />
  const state = token === '' ? 'incomplete' : read.data?.state
  if (opened) return <SetUpForm token={token} onSample={setFilling} />
  if (state === 'done') {
    const action = (
      <Button component={AddressLink} to="/sign-in" variant="filled" size="md">
        {t.toSignIn}
      </Button>
    )
    return <EmptyState icon={IconRosetteDiscountCheck} title={t.doneTitle} text={t.doneText} action={action} page />
  }
  if (state) {
    const text = state === 'invalid' ? t.invalidText({ hours: SETUP_LINK_HOURS }) : t.incompleteText
    return <EmptyState icon={IconLinkOff} title={t.invalidTitle} text={text} page />
  }
  if (read.error) {
    const action = (
      <Button size="md" loading={read.isFetching} onClick={() => void read.refetch()}>
        {c.retry}
      </Button>
    )
    return <EmptyState icon={IconCloudOff} title={t.unread} text={read.error.message} action={action} page />
  }
  return <Skeleton height={480} maw={420} radius="lg" />
}
