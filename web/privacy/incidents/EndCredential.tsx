import { Button } from '@mantine/core'
import { people, type RemovedMember } from '@ruam/contract/access/people.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { useState } from 'react'
import { RemoveDialog } from '../../access/people/RemoveDialog.tsx'
import { text as peopleText } from '../../access/people/text.ts'
import { type RemovedPerson, useRemoveMember } from '../../access/people/use-remove-member.ts'
import { useRead, useRefresh } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { text as sqlText } from '../../open-api/profile-api-text.ts'
import { programTarget } from '../../open-api/program-target.ts'
import { useProgramActions } from '../../open-api/use-program-actions.tsx'
import { useRemoveSqlLogin } from '../../open-api/use-remove-sql-login.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import type { Incident } from './incident.ts'
import { incidentText } from './incident-text.ts'

interface EndProps {
  id: number
  onEnded: () => void
}

/** Ends the login, program or SQL account that leaked, for people with the right to do it anywhere. */
export default function EndCredential({ incident: { kind, subjectId: id } }: { incident: Incident }) {
  const refresh = useRefresh()
  const onEnded = () => void refresh(privacyIncidents.get)
  if (kind === 'person') return <EndLogin id={id} onEnded={onEnded} />
  if (kind === 'program') return <EndProgram id={id} onEnded={onEnded} />
  return kind === 'sql' ? <EndSql id={id} onEnded={onEnded} /> : <ToPrograms kind={kind} />
}

function EndLogin({ id, onEnded }: EndProps) {
  const t = useWords(incidentText)
  const p = useWords(peopleText)
  const { userId } = useStore()
  const mayRead = useMayCall(people.get)
  const mayRemove = useMayCall(people.remove)
  const member = useRead(people.get, { params: { id } }, { enabled: mayRead && mayRemove && id !== userId }).data
  const [asking, setAsking] = useState<{ person: RemovedPerson; keys: RemovedMember['ended'] }>()
  const remove = useRemoveMember((person: RemovedPerson, keys) => setAsking({ person, keys }), onEnded)
  if (id === userId)
    return (
      <RouteLink to="account" className="ruam-thumb">
        {t.toAccount}
      </RouteLink>
    )
  const close = () => {
    setAsking(undefined)
    onEnded()
  }
  return (
    <>
      {member && (
        <Button c="var(--ruam-danger)" onClick={() => void remove(member)}>
          {p.remove}
        </Button>
      )}
      <RouteLink to="setting-user-management" className="ruam-thumb">
        {t.toPeople}
      </RouteLink>
      {asking && <RemoveDialog {...asking} onClose={close} />}
    </>
  )
}

function EndProgram({ id, onEnded }: EndProps) {
  const t = useWords(incidentText)
  const mayRead = useMayCall(programs.get)
  const program = useRead(programs.get, { params: { id } }, { enabled: mayRead }).data
  const { endOf } = useProgramActions()
  const end = program && endOf(program, onEnded)
  return (
    <>
      {end && (
        <Button c="var(--ruam-danger)" loading={end.isPending} onClick={end.act}>
          {end.label}
        </Button>
      )}
      {program && program.status !== 'deleted' && (
        <RouteLink {...programTarget(program)} className="ruam-thumb">
          {t.toProgram}
        </RouteLink>
      )}
    </>
  )
}

function EndSql({ onEnded }: EndProps) {
  const t = useWords(sqlText)
  const { rights } = useStore()
  const mayRead = useMayCall(profileApi.get)
  const enabled = mayRead && rights.roles.includes(OWNER)
  const login = useRead(profileApi.get, {}, { enabled }).data?.sql.login
  const { remove, isPending } = useRemoveSqlLogin(onEnded)
  return login ? (
    <Button c="var(--ruam-danger)" loading={isPending} onClick={remove}>
      {t.remove}
    </Button>
  ) : null
}

function ToPrograms({ kind }: Pick<Incident, 'kind'>) {
  const t = useWords(incidentText)
  return kind === 'webhook' ? (
    <RouteLink to="data-source-openapi-key" className="ruam-thumb">
      {t.toPrograms}
    </RouteLink>
  ) : null
}
