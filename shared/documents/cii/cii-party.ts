import type { Party } from '../../protocol/invoices/document.ts'
import { descend, type XmlElement } from '../../xml/xml.ts'
import { factsAt, type Paths } from '../facts.ts'
import { addressLine, partyOf } from '../party.ts'
import type { Taken } from '../taken.ts'

const CONTACTS: Paths = [
  ['party-id', 'ID'],
  ['party-id', 'GlobalID'],
  ['endpoint', 'URIUniversalCommunication', 'URIID'],
  ['contact', 'DefinedTradeContact', 'PersonName'],
  ['contact', 'DefinedTradeContact', 'DepartmentName'],
  ['phone', 'DefinedTradeContact', 'TelephoneUniversalCommunication', 'CompleteNumber'],
  ['email', 'DefinedTradeContact', 'EmailURIUniversalCommunication', 'URIID'],
]

/** A party of a cross-industry invoice; `undefined` gives one without any text. */
export function ciiParty(taken: Taken, party: XmlElement | undefined): Party {
  const legal = descend(party, 'SpecifiedLegalOrganization')
  const registrations = party?.children.filter(({ name }) => name === 'SpecifiedTaxRegistration') ?? []
  return partyOf({
    registeredName: taken.text(party, 'Name'),
    tradingName: taken.text(legal, 'TradingBusinessName'),
    taxIds: registrations.flatMap(one => taken.text(one, 'ID') ?? []),
    legalId: taken.text(legal, 'ID'),
    legalForm: taken.text(party, 'Description'),
    address: ciiAddress(taken, descend(party, 'PostalTradeAddress')),
    country: taken.text(party, 'PostalTradeAddress', 'CountryID'),
    facts: factsAt(taken, party, CONTACTS),
  })
}

export function ciiAddress(taken: Taken, address: XmlElement | undefined): string | null {
  return addressLine(
    ['LineOne', 'LineTwo', 'LineThree'].flatMap(name => taken.text(address, name) ?? []),
    taken.text(address, 'CityName'),
    taken.text(address, 'PostcodeCode'),
    taken.text(address, 'CountrySubDivisionName'),
  )
}
