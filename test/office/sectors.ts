/** `rate`: of VAT, `standard` and `reduced` by the day of issue. `price`: about what one costs, in bani. */
export type Good = { name: string; unit: string; rate: 'standard' | 'reduced' | 'exempt' | 'reverse'; price: number }

/** Trades of firms: the first words of their names, and their goods. */
export type Sector = { names: readonly string[]; goods: readonly Good[] }

const good =
  (rate: Good['rate']) =>
  (name: string, unit: string, lei: number): Good => ({ name, unit, rate, price: Math.round(lei * 100) })
const standard = good('standard')
const reduced = good('reduced')
const exempt = good('exempt')
const reverse = good('reverse')

export const SECTORS: readonly Sector[] = [
  {
    names: ['Construcții', 'Instalații', 'Amenajări', 'Zidăria', 'Izolații', 'Structuri'],
    goods: [
      standard('Beton C25/30 livrat la șantier', 'MTQ', 410),
      standard('Manoperă zugrăvit pereți interiori', 'MTK', 32.5),
      standard('Cărămidă cu goluri 25×30×24', 'H87', 11.5),
      standard('Montaj țiglă ceramică și accesorii', 'MTK', 58),
      standard('Situație de lucrări nr. 4, corp B', 'C62', 48_200),
      standard('Închiriere schelă, săptămâna 3', 'WEE', 620),
      reverse('Oțel-beton BST500S ø12', 'KGM', 4.15),
    ],
  },
  {
    names: ['Transporturi', 'Logistica', 'Expediții', 'Curierul'],
    goods: [
      standard('Transport rutier București–Iași, CMR 11842', 'E48', 2850),
      standard('Transport marfă paletizată Cluj-Napoca–Constanța', 'E48', 3400),
      standard('Motorină', 'LTR', 6.21),
      standard('Taxă de drum și parcare', 'C62', 145),
      standard('Depozitare palet EUR, luna în curs', 'H87', 38),
      standard('Distribuție la magazine, rute zilnice', 'KMT', 4.4),
    ],
  },
  {
    names: ['Brutăria', 'Moara', 'Patiseria', 'Panificația', 'Cofetăria'],
    goods: [
      reduced('Pâine albă feliată 500 g', 'H87', 4.2),
      reduced('Făină albă tip 650', 'KGM', 3.4),
      reduced('Cozonac cu nucă 700 g', 'H87', 24.9),
      reduced('Covrigi cu susan, pungă 250 g', 'H87', 6.1),
      reduced('Ouă de găină, cofraj 30 buc.', 'H87', 27.5),
      standard('Ambalaje din hârtie cerată', 'XPK', 89),
    ],
  },
  {
    names: ['Ferma', 'Livada', 'Agricola', 'Apicultura', 'Podgoria', 'Cerealele'],
    goods: [
      reduced('Miere de salcâm, borcan 900 g', 'H87', 38),
      reduced('Mere Ionatan, calitatea I', 'KGM', 3.9),
      reverse('Grâu de panificație, recolta anului', 'TNE', 985),
      reverse('Porumb boabe', 'TNE', 870),
      reduced('Îngrășământ complex NPK 20-20-0', 'TNE', 2640),
      standard('Arendare utilaj agricol', 'HUR', 310),
    ],
  },
  {
    names: ['Papetăria', 'Tipografia', 'Biroul', 'Editura'],
    goods: [
      standard('Hârtie copiator A4, 80 g/m²', 'XPK', 23.9),
      standard('Toner compatibil, negru, 3.000 pagini', 'H87', 184),
      reduced('Carte „Contabilitate & fiscalitate”', 'H87', 89),
      standard('Bibliorafturi 7,5 cm, albastre', 'H87', 11.2),
      standard('Tipărire pliante A5, 4+4 culori', 'H87', 0.38),
      standard('Ștampilă automată 38×14 mm', 'H87', 62),
    ],
  },
  {
    names: ['Soft', 'Electro', 'Digital', 'Rețele', 'Automatizări'],
    goods: [
      standard('Abonament găzduire și mentenanță, luna în curs', 'MON', 450),
      standard('Dezvoltare software conform anexei 2', 'HUR', 215),
      standard('Laptop 14”, 16 GB RAM, SSD 512 GB', 'H87', 3890),
      standard('Licență anuală, 5 utilizatori', 'ANN', 1240),
      standard('Cablu UTP cat. 6, rolă 305 m', 'H87', 412),
      standard('Intervenție la sediu, oră începută', 'HUR', 180),
    ],
  },
  {
    names: ['Clinica', 'Farmacia', 'Laboratorul', 'Optica'],
    goods: [
      exempt('Consultație medicală de specialitate', 'C62', 280),
      exempt('Analize de laborator, pachet medicina muncii', 'C62', 95),
      reduced('Ser fiziologic 500 ml', 'H87', 7.3),
      reduced('Măști chirurgicale, cutie 50 buc.', 'XPK', 19.5),
      standard('Dezinfectant suprafețe 5 l', 'H87', 74),
    ],
  },
  {
    names: ['Hotelul', 'Pensiunea', 'Restaurantul', 'Cantina', 'Hanul'],
    goods: [
      reduced('Cazare cu mic dejun', 'DAY', 320),
      reduced('Meniul zilei, 22 de persoane', 'H87', 34),
      reduced('Apă plată 0,5 l <bax de 12>', 'XPK', 26.5),
      standard('Băuturi alcoolice, eveniment', 'C62', 1870),
      standard('Închiriere sală de conferințe', 'DAY', 900),
    ],
  },
  {
    names: ['Mobila', 'Lemnăria', 'Atelierul', 'Tâmplăria'],
    goods: [
      standard('Scândură de brad uscată', 'MTQ', 1450),
      standard('Birou reglabil, stejar, 140×70', 'H87', 1690),
      standard('Uși interioare din lemn masiv', 'H87', 1120),
      standard('Balamale cu amortizor', 'H87', 8.4),
      standard('Manoperă montaj mobilier', 'HUR', 95),
      reverse('Masă lemnoasă pe picior', 'MTQ', 265),
    ],
  },
  {
    names: ['Consult', 'Audit', 'Expert', 'Cabinetul', 'Paza'],
    goods: [
      standard('Consultanță fiscală', 'HUR', 250),
      standard('Servicii de pază obiectiv, luna în curs', 'MON', 8400),
      standard('Instruire SSM și PSI, angajați noi', 'H87', 60),
      standard('Chirie spațiu comercial, luna în curs', 'MON', 5600),
      standard('Energie electrică, punct de consum 0412', 'KWH', 1.12),
      standard('Curățenie birouri, luna în curs', 'MON', 1500),
    ],
  },
]
