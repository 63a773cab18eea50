import type { Party } from '../protocol/invoices/document.ts'
import { childrenOf, descend, type XmlElement } from '../xml/xml.ts'
import { factsAt, type Paths } from './facts.ts'
import { addressLine, partyOf } from './party.ts'
import type { Taken } from './taken.ts'

const CONTACTS: Paths = [
  ['party-id', 'PartyIdentification', 'ID'],
  ['endpoint', 'EndpointID'],
  ['contact', 'Contact', 'Name'],
  ['phone', 'Contact', 'Telephone'],
  ['email', 'Contact', 'ElectronicMail'],
]

/** A party of a UBL document; `undefined` gives one without any text. */
export function ublParty(taken: Taken, party: XmlElement | undefined): Party {
  const legal = descend(party, 'PartyLegalEntity')
  const postal = descend(party, 'PostalAddress')
  return partyOf({
    // BT-27 is the registered name; PartyName is the trading name.
    registeredName: taken.text(legal, 'RegistrationName'),
    tradingName: taken.text(party, 'PartyName', 'Name'),
    taxIds: childrenOf(party, 'PartyTaxScheme').flatMap(scheme => taken.text(scheme, 'CompanyID') ?? []),
    legalId: taken.text(legal, 'CompanyID'),
    legalForm: taken.text(legal, 'CompanyLegalForm'),
    address: ublAddress(taken, postal),
    country: taken.text(postal, 'Country', 'IdentificationCode'),
    facts: factsAt(taken, party, CONTACTS),
  })
}

/** A party that a document need not have. */
export function ublOptionalParty(taken: Taken, party: XmlElement | undefined): Party | null {
  const read = ublParty(taken, party)
  return Object.values(read).some(value => (Array.isArray(value) ? value.length > 0 : value)) ? read : null
}

/** An address in one line, without the country. */
export function ublAddress(taken: Taken, address: XmlElement | undefined): string | null {
  const streets = [['StreetName'], ['AdditionalStreetName'], ['AddressLine', 'Line']]
  return addressLine(
    streets.flatMap(path => taken.text(address, ...path) ?? []),
    taken.text(address, 'CityName'),
    taken.text(address, 'PostalZone'),
    taken.text(address, 'CountrySubentity'),
  )
}
