import { isMemberRegister, REGISTER_FIELDS, REGISTER_NAMES } from '../../../../shared/domain/register-names.ts'
import type { CompanyLookup } from '../../../../shared/protocol/registers/lookups.ts'
import { t } from '../../../locales/locale.ts'
import { type Brief, briefOf } from '../company-brief.ts'

/** A company in a list row of the panel, where the registers that tell only membership are asked, too. */
export function rowBrief(lookup: CompanyLookup, isAsking?: boolean): Brief {
  const member = REGISTER_NAMES.filter(isMemberRegister).find(name => lookup[REGISTER_FIELDS[name]]?.record?.isMember)
  return briefOf(lookup, isAsking, member && t(`lookup-${member}-yes`))
}
