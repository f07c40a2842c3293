"""Words that differ between six regional varieties of English, for the synthetic corpus.

Every word was written down for this project from everyday, friendly subjects. The lists are a test bed's
vocabulary: they are neither complete nor a description of how anybody writes.
"""

from __future__ import annotations

VARIETIES = ("au", "ca", "nz", "uk", "us", "za")

# Standard spelling first, then the one of au, nz, uk, za; a star: of ca too.
SPELLINGS = """
color colour*        flavor flavour*          neighbor neighbour*      favorite favourite*
center centre*       theater theatre*         program programme        gray grey*
harbor harbour*      organized organised      traveled travelled*
practicing practising tire tyre               check cheque*            pajamas pyjamas*
meters metres*       neighborhood neighbourhood*  jewelry jewellery*   marvelous marvellous*
"""

# One concept per line: name = standard words; then the words of each region that has its own.
VOCABULARY = """
afternoon = afternoon; au: arvo; nz: arvo
pickup = pickup; au: ute; nz: ute; za: bakkie; uk: van; us: truck; ca: pickup truck
gas = gas; au: petrol; nz: petrol; uk: petrol; za: petrol
gas_station = gas station; au: servo; nz: petrol station; uk: petrol station; za: petrol garage; ca: gas bar
traffic_light = traffic light; za: robot; us: stoplight; uk: set of lights; au: set of lights; nz: set of lights
apartment = apartment; au: unit, flat; nz: flat; uk: flat; za: flat; ca: condo
sidewalk = sidewalk; au: footpath; nz: footpath; uk: pavement; za: pavement
supermarket = supermarket; us: grocery store; ca: grocery store; za: hypermarket
corner_store = corner store; au: milk bar; nz: dairy; uk: corner shop; za: spaza shop; ca: dépanneur; us: bodega
market = market; us: farmers market; uk: car boot sale; au: growers market; za: vlooimark; nz: night market
cell_phone = cell phone; au: mobile; nz: mobile; uk: mobile; za: cellphone
phone_credit = phone credit; za: airtime; nz: top-up; uk: top-up; au: prepaid credit
sneakers = sneakers; au: runners; uk: trainers; za: takkies; ca: runners
sandals = sandals; nz: jandals; za: slops; uk: flip-flops; us: flip-flops
knit_hat = knit hat; ca: toque; au: beanie; nz: beanie; uk: woolly hat; za: beanie; us: stocking cap
sweater = sweater; au: jumper; nz: jersey; uk: jumper; za: jersey; us: hoodie
swimsuit = swimsuit; au: bathers; nz: togs; uk: swimming costume; za: cozzie; us: bathing suit
barbecue = barbecue; au: barbie; za: braai; us: cookout
cooler = cooler; au: esky; nz: chilly bin; uk: cool box; za: cooler box
cookies = cookies; au: bikkies; nz: biscuits; uk: biscuits; za: rusks
fries = fries; au: hot chips; nz: hot chips; uk: chips; za: slap chips; ca: poutine
candy = candy; au: lollies; nz: lollies; uk: sweets; za: sweeties
soda = soda; au: soft drink; nz: fizzy; uk: squash; za: cooldrink; ca: pop
coffee = coffee; au: flat white; nz: flat white; uk: cuppa; za: rooibos; ca: double-double; us: cold brew
snack = sandwich, salad roll; au: meat pie, lamington, sausage roll; nz: mince pie, pavlova, hokey pokey ice cream; \
uk: pasty, scone, crumpet; za: boerewors roll, bunny chow, koeksister; ca: butter tart, bannock, Nanaimo bar; \
us: bagel, corn dog, burrito
bucks = dollars; au: bucks; nz: bucks; uk: quid; za: rand; ca: loonies; us: bucks
sport = tennis, volleyball; au: footy, AFL, cricket; nz: rugby, netball, cricket; uk: football, cricket, netball; \
za: rugby, cricket, netball; ca: hockey, curling, ringette; us: baseball, softball, football
pitch = field; au: oval; uk: pitch; ca: rink; us: ballpark; nz: domain; za: sports ground
wild = woods; au: bush; nz: bush; za: veld; uk: countryside; ca: backcountry; us: state park
hike = hike; au: bushwalk; nz: tramp; uk: ramble
vacation = vacation; au: holiday; nz: holiday; uk: holiday; za: holiday
cabin = cabin; au: beach shack; nz: bach; uk: caravan; za: rondavel; ca: cottage; us: lake house
elevator = elevator; au: lift; nz: lift; uk: lift; za: lift
line = line; au: queue; nz: queue; uk: queue; za: queue; ca: lineup
parking_lot = parking lot; au: car park; nz: car park; uk: car park; za: parkade; ca: parkade
highway = highway; au: freeway; nz: motorway; uk: motorway; za: national road; us: interstate
train = train; au: tram; nz: ferry; uk: coach; za: minibus taxi; ca: GO train; us: light rail
friends = friends; au: mates; nz: mates; uk: mates; za: tjommies; ca: buddies; us: buddies
two_weeks = two weeks; au: a fortnight; nz: a fortnight; uk: a fortnight; za: a fortnight
bird = songbird; au: magpie, kookaburra; nz: tūī, kererū; uk: robin, blackbird; za: hadeda, weaver; \
ca: loon, chickadee; us: cardinal, blue jay
hello = hi all, hello; au: g'day all; nz: kia ora; uk: hiya; za: howzit; ca: hey folks; us: hey y'all
"""

PLACES = {
    "": "town, the city, our street, the old quarter, the suburbs, the station square",
    "au": "Geelong, Ballarat, Cairns, Hobart, Fremantle, Newcastle, Bendigo, Toowoomba, Darwin, Adelaide",
    "ca": "Halifax, Saskatoon, Kelowna, Moncton, Guelph, Winnipeg, Victoria, Sudbury, Regina, Ottawa",
    "nz": "Dunedin, Nelson, Rotorua, Napier, Tauranga, Whangārei, Timaru, Hamilton, Wānaka, Wellington",
    "uk": "Leeds, Cardiff, Dundee, Norwich, Belfast, Exeter, Sheffield, Swansea, York, Inverness",
    "us": "Tulsa, Boise, Omaha, Raleigh, Spokane, Tucson, Duluth, Savannah, Toledo, Albany",
    "za": "Durban, Knysna, Polokwane, Bloemfontein, Gqeberha, Stellenbosch, Soweto, Kimberley, Hermanus, Mbombela",
}


def _words(listed: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in listed.split(","))


def _parse() -> dict[str, dict[str, tuple[str, ...]]]:
    concepts: dict[str, dict[str, tuple[str, ...]]] = {"place": {k: _words(v) for k, v in PLACES.items()}}
    pairs = SPELLINGS.split()
    for standard, other in zip(pairs[::2], pairs[1::2], strict=True):
        regions = ("au", "nz", "uk", "za", *(("ca",) if other.endswith("*") else ()))
        concepts[standard] = {"": (standard,), **{region: (other.rstrip("*"),) for region in regions}}
    for line in VOCABULARY.strip().splitlines():
        name, _, rest = line.partition(" = ")
        standard, *own = rest.split("; ")
        parts = (entry.split(": ") for entry in own)
        concepts[name] = {"": _words(standard), **{region: _words(words) for region, words in parts}}
    return concepts


# concept -> {"" for the standard variety, or a region: its words}
LEXICON = _parse()
