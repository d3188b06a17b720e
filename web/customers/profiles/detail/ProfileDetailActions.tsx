import { Button } from '@mantine/core'
import { counter } from '@ruam/contract/customers/counter.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { myDataLinks } from '@ruam/contract/privacy/my-data-link.ts'
import {
  IconArrowMerge,
  IconDots,
  IconId,
  IconLink,
  IconLock,
  IconMessageCircle,
  IconPencil,
  IconPrinter,
  IconTrash,
  IconUserScan,
  IconUserX,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { restrictionText } from '../../restriction/text.ts'
import { useCalled } from '../use-called.ts'
import { useDeleteProfile } from '../use-delete-profile.ts'
import { fieldValueText, type ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import { useCopy } from './use-copy.ts'

const EraseDialog = lazyPart(async () => ({
  default: (await import('../../erasure/EraseDialog.tsx')).EraseDialog,
}))
const RestrictionDialog = lazyPart(() => import('../../restriction/RestrictionDialog.tsx'))
const PrintedCard = lazyPart(async () => ({ default: (await import('./PrintedCard.tsx')).PrintedCard }))
const MyDataLink = lazyPart(() => import('./MyDataLink.tsx'))
const MergeWith = lazyPart(async () => ({ default: (await import('./MergeWith.tsx')).MergeWith }))
const icon = { size: 18, stroke: 1.6 } as const

/** Edit, and the menu of rare actions. */
export function ProfileDetailActions({ profile }: { profile: ListedProfile }) {
  const t = useWords(detail)
  const c = useWords(common)
  const name = useCalled()(profile)
  const [erasing, setErasing] = useState(false)
  const [merging, setMerging] = useState(false)
  const [printing, setPrinting] = useState(false)
  const [restricting, setRestricting] = useState(false)
  const [linking, setLinking] = useState(false)
  const mayEdit = useMayOpen('profile-edit')
  const mayErase = useMayCall(profileErasure.erase)
  const go = useGo()
  // A value that has the focus takes the key itself.
  const edit = () => go({ to: 'profile-edit', params: { profileId: profile.id }, state: true })
  useKeys(t.onPage, mayEdit ? [{ on: ['E'], label: t.editKey, run: edit }] : [])
  return (
    <>
      {mayEdit && (
        <Button
          component={RouteLink}
          to="profile-edit"
          params={{ profileId: profile.id }}
          state
          variant="filled"
          className={styles.edit}
          title={`${c.edit} (E)`}
          leftSection={<IconPencil {...icon} />}
        >
          {c.edit}
        </Button>
      )}
      <div className={styles.menu}>
        <ActionMenu label={t.more} framed icon={<IconDots size={18} stroke={1.6} />}>
          {(done) => (
            <ProfileDetailMenu
              profile={profile}
              onDone={done}
              onErase={() => setErasing(true)}
              onMerge={() => setMerging(true)}
              onPrint={() => setPrinting(true)}
              onRestrict={() => setRestricting(true)}
              onLink={() => setLinking(true)}
            />
          )}
        </ActionMenu>
      </div>
      {printing && (
        <Suspense>
          <PrintedCard profileId={profile.id} name={name} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
      {merging && (
        <Suspense>
          <MergeWith profile={profile} onClose={() => setMerging(false)} />
        </Suspense>
      )}
      {restricting && (
        <Suspense>
          <RestrictionDialog act="restrict" profileId={profile.id} name={name} onClose={() => setRestricting(false)} />
        </Suspense>
      )}
      {linking && (
        <Suspense>
          <MyDataLink profileId={profile.id} name={name} onClose={() => setLinking(false)} />
        </Suspense>
      )}
      {mayErase && erasing && (
        <Suspense>
          <EraseDialog profileId={profile.id} name={name} opened onClose={() => setErasing(false)} />
        </Suspense>
      )}
    </>
  )
}

interface ProfileDetailMenuProps {
  profile: ListedProfile
  /** Something was chosen. */
  onDone: () => void
  onErase: () => void
  onMerge: () => void
  onPrint: () => void
  onRestrict: () => void
  onLink: () => void
}

/** Rare and destructive actions. */
function ProfileDetailMenu({ profile, onDone, onErase, onMerge, onPrint, onRestrict, onLink }: ProfileDetailMenuProps) {
  const t = useWords(detail)
  const r = useWords(restrictionText)
  const c = useWords(common)
  const mayRestrict = useMayCall(profileRestriction.restrict) && !profile.restrictedAt
  const mayLink = useMayCall(myDataLinks.create)
  const mayDelete = useMayCall(profiles.delete)
  const mayErase = useMayCall(profileErasure.erase)
  const mayMerge = useMayCall(profileDuplicates.create)
  const mayPrint = useMayCall(counter.card)
  const maySend = useMayOpen('broadcast-create') && fieldValueText(profile, 'lineUserId') !== ''
  const go = useGo()
  const called = useCalled()
  const remove = useDeleteProfile()
  const copy = useCopy()
  return (
    <ul>
      {maySend && (
        <MenuAction
          icon={IconMessageCircle}
          label={t.sendMessage}
          close={onDone}
          onAct={() =>
            go({
              to: 'broadcast-create',
              state: () => ({ sendTo: { people: [{ id: profile.id, name: called(profile) }] } }),
            })
          }
        />
      )}
      {mayMerge && <MenuAction icon={IconArrowMerge} label={t.merge} close={onDone} onAct={onMerge} />}
      {mayPrint && <MenuAction icon={IconId} label={t.printCard} close={onDone} onAct={onPrint} />}
      <MenuAction
        icon={IconPrinter}
        label={t.print}
        close={onDone}
        onAct={() => requestAnimationFrame(() => window.print())}
      />
      <MenuAction icon={IconLink} label={t.copyLink} close={onDone} onAct={() => copy(window.location.href)} />
      {mayLink && <MenuAction icon={IconUserScan} label={t.myDataLink} close={onDone} onAct={onLink} />}
      {mayRestrict && <MenuAction icon={IconLock} label={r.restrict} close={onDone} onAct={onRestrict} />}
      {mayDelete && (
        <MenuAction icon={IconTrash} label={c.delete} close={onDone} onAct={() => remove(profile)} danger />
      )}
      {mayErase && <MenuAction icon={IconUserX} label={t.erase} close={onDone} onAct={onErase} danger />}
    </ul>
  )
}
