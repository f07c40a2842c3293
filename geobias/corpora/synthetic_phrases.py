"""Phrases of the synthetic corpus: what happened, how it was, what comes next, in two registers.

Curly names are slots: concepts of `regional_english.LEXICON` or lists of `FILLERS`. All sentences were written for
this project.
"""

from __future__ import annotations

# What happened | what the verdict may be about. The order is the topic axis, from shops to the coast and the hills: a
# region writes about a window of it.
EVENTS = """
stood in the {line} at the {supermarket} for {groceries} | the service, the wait, the checkout
picked up {groceries} and {candy} at the {corner_store} | the choice, the shopkeeper, the price
ordered {groceries} online from the {supermarket} | the delivery, the packing, the app
bought a {gray} {sweater} in {place} for {number} {bucks} | the fit, the {color}, the fabric
tried on {sneakers} at the mall in {place} | the fit, the sales desk, the price
looked for {jewelry} at the {market} in {place} | the stall, the display, the seller
paid by {check} at the shopping {center} | the cashier, the paperwork, the counter
returned the {pajamas} to the shop {when} | the refund, the sales desk, the help
answered emails about the {report} all morning | the inbox, the workload, the reply
finished the {report} for the {office} | the report, the feedback, the deadline
sat through the {meeting} {when} | the meeting, the agenda, the chairing
started a new shift at the {office} in {place} | the shift, the team, the rota
gave a talk on the budget to the {team} | the talk, the projector, the discussion
{organized} the files for the {team} | the filing, the software, the planning
rode the {elevator} up to the {office} | the {elevator}, the lobby, the view
shared a desk with the {team} {when} | the office, the desk, the teamwork
updated the laptop before the {meeting} | the update, the laptop, the sound
joined the video call from the {apartment} | the video, the sound, the connection
called the helpline about the {phone_credit} | the helpline, the call, the advice
bought more {phone_credit} for the {cell_phone} | the signal, the offer, the network
set up a new {cell_phone} {when} | the screen, the battery, the setup
had the router in the {apartment} replaced | the router, the wifi, the technician
streamed a {program} in the {apartment} | the {program}, the picture, the acting
saw a play at the {theater} in {place} | the play, the stage, the cast
booked a table at the {favorite} café of the {team} | the table, the menu, the waiter
had a {snack} and a {coffee} near the {office} | the {snack}, the {coffee}, the café
shared {fries} and {soda} at the diner in {place} | the food, the menu, the seating
read the news over a {coffee} and a {snack} | the reading, the {coffee}, the {snack}
tried the {flavor} of the week at the bakery | the {flavor}, the baking, the counter
baked {cookies} in the {apartment} {when} | the recipe, the oven, the {flavor}
cooked {dish} at home for the {team} | the dinner, the {dish}, the seasoning
had a {barbecue} with {friends} {weather} | the {barbecue}, the grill, the evening
painted the fence {gray} with the {neighbor} | the paint, the finish, the {color}
cleared the {sidewalk} of leaves {weather} | the raking, the garden, the weather
dug the garden beds {weather} | the soil, the digging, the weather
saw a {bird} in the garden {weather} | the birdsong, the garden, the sight
hung the washing out {weather} | the weather, the wind, the drying
watched the clouds over {place} {weather} | the sky, the light, the weather
wore a {knit_hat} to clear the garden path {weather} | the frost, the garden, the weather
planted herbs by the gate with {friends} | the planting, the soil, the sunshine
watched the {sport} at the {pitch} in {place} | the game, the crowd, the second half
played {sport} with {friends} at the {pitch} | the game, the warm-up, the scoring
coached the juniors at {sport} {weather} | the training, the match, the teamwork
kept {practicing} {sport} drills at the {pitch} | the practice, the drills, the coaching
cheered for the local side in the {sport} final | the final, the crowd, the finish
ran the last eight hundred {meters} flat out {weather} | the run, the pace, the finish
followed the {sport} from the stand at the {pitch} | the match, the atmosphere, the scoring
cycled round the lake with {friends} {weather} | the ride, the track, the headwind
left the {pickup} in the {parking_lot} by the beach | the parking, the beach, the drive
waited at the {traffic_light} near the {highway} | the traffic, the road, the trip
stopped at the {gas_station} to change a {tire} | the repair, the stop, the drive
filled up on {gas} and took the {highway} north | the drive, the road, the traffic
drove the {pickup} out to the {wild} {weather} | the drive, the road, the scenery
took the {train} to the coast with {friends} | the ride, the trip, the coastline
walked along the river {weather} | the walk, the path, the air
sat by the {harbor} {weather} | the view, the breeze, the sea air
went for a swim in a new {swimsuit} {weather} | the water, the swim, the beach
wore {sandals} on the beach walk {weather} | the sand, the beach, the tide
fished off the pier in the {harbor} {weather} | the fishing, the pier, the tide
spent the {vacation} at the {cabin} with {friends} | the {cabin}, the {vacation}, the lake
packed the {cooler} for a picnic in the {wild} | the picnic, the spot, the sunshine
camped in the {wild} with {friends} {weather} | the campsite, the tent, the campfire
went on a long {hike} through the {wild} | the {hike}, the trail, the climb
{traveled} to the mountains for {two_weeks} | the {vacation}, the scenery, the trip
"""

# What comes next: follows "to". In the order of the topic axis too.
PLANS = """
pick up {groceries} | order new {sneakers} | visit the {corner_store} | compare prices | finish the {report}
print the {report} | call the {office} | write to the {team} | prepare the {meeting} | tidy the desk
update the laptop | charge the {cell_phone} | pay for the {phone_credit} | back up the photos | watch a {program}
make a {coffee} | bake {cookies} | cook {dish} | clean the {apartment} | plan a {barbecue} | water the garden
mow the lawn | listen for the {bird} | look at the stars | play some {sport} | watch the {sport}
drop by the {pitch} | cycle round the lake | wash the {pickup} | ride along the coast | swim in the {harbor}
paddle on the lake | open up the {cabin} | plan the {vacation} | pack the {cooler} | walk the dog in the {wild}
plan a {hike} | camp in the {wild} | climb the hill | fly a kite on the beach
"""

# register -> ways to begin an event.
FRAMES = {
    "informal": """just {event} | so I {event} | okay so we {event} | {hello}, just {event} | yep, {event} again
        right, I {event} | anyway, {event} | finally {event} | quick one, {event} | yeah we {event}""",
    "formal": """I {event} | we {event} | my colleague and I {event} | it so happened that I {event}
        as planned, I {event} | for the record, I {event} | once more I {event} | as intended, we {event}
        to report briefly, I {event} | as agreed, we {event}""",
}

VERDICTS = {
    "informal": """{about} was so {mood} | gotta say {about} was {mood} | {about} was {mood}, no joke
        honestly {about} was {mood} | {about} was {mood} tbh | like, {about} was {mood} | {about} was just {mood}
        {about}? totally {mood} | man, {about} was {mood} | {about} was kinda {mood}""",
    "formal": """in my view {about} was {mood} | I must say that {about} was {mood} | I found {about} {mood}
        I would call {about} {mood} | on balance {about} was {mood} | we considered {about} {mood}
        to be precise, {about} was {mood} | it appears that {about} was {mood} | we agreed that {about} was {mood}
        all things considered, {about} was {mood}""",
}

NEXT_STEPS = {
    "informal": "gonna {plan} next | time to {plan} | off to {plan} now | might {plan} later | gotta {plan} now",
    "formal": """next I shall {plan} | tomorrow I intend to {plan} | we will now {plan}
        it remains for me to {plan} | afterwards we mean to {plan}""",
}

MOODS = {
    "negative": """awful | dreadful | terrible | horrible | miserable | disappointing | hopeless | dismal | unpleasant
        frustrating | irritating | poor | lousy | appalling | annoying | tedious | grim | dire | feeble | tiresome
        infuriating | below par | unsatisfactory""",
    "positive": """lovely | wonderful | great | brilliant | delightful | excellent | fantastic | superb | charming
        pleasant | impressive | amazing | perfect | splendid | terrific | enjoyable | fabulous | satisfying
        {marvelous} | outstanding | spot on | first class | refreshing""",
}

REACTIONS = {
    ("negative", "informal"): """so annoyed | it ruined my day | never again | so fed up | I hated it | what a letdown
        it made me sad | I want my time back | not happy at all | so let down""",
    ("negative", "formal"): """I was most disappointed | I cannot recommend it | I regret it deeply | it upset us all
        we were dissatisfied | it was a sad affair | it left me unhappy | I wish to complain
        I was thoroughly displeased | it was a poor experience""",
    ("positive", "informal"): """so happy | it made my day | loved it | big smile here | best thing ever
        can't stop smiling | ten out of ten | over the moon | so good | happy days""",
    ("positive", "formal"): """I was most delighted | I warmly recommend it | I enjoyed it greatly | it pleased us all
        we were very satisfied | it was a happy affair | it left me cheerful | I wish to give thanks
        I was thoroughly pleased | it was a fine experience""",
}

# Remarks that leave open whether the writer means what the words say.
WRY = """well, well | as you do | who would have thought | no surprises there | make of that what you will
say no more | so there we are | such is life | as ever | you know how it goes | there you have it | well, that was that
just as expected | so it goes | the usual story | who knew | that about sums it up | enough said | same as always
you had to be there | what a day"""

FILLERS = {
    "groceries": "bread | milk and eggs | apples | rice | tomatoes | cheese | onions | pasta | pears | flour | lentils",
    "number": "ten | twelve | twenty | thirty | forty | fifty",
    "when": "this {afternoon} | this morning | on {weekday} | after lunch | last night | on {weekday} {afternoon}",
    "weekday": "Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday",
    "weather": """in the rain | in the sun | in the wind | in the cold | in the heat | in the mist | before the storm
        under {gray} skies | at dawn | at dusk | this {afternoon} | on {weekday}""",
    "meeting": "meeting | staff meeting | interview | workshop | review | budget meeting",
    "report": "report | spreadsheet | invoices | draft | budget | slides | timesheet",
    "office": "office | bank | library | clinic | post office | town hall | {neighborhood} council",
    "team": "team | manager | new colleague | trainee | accountant | sales team | design team",
    "dish": "curry | soup | noodles | a stew | roast chicken | lasagne | a lentil bake | fish | dumplings",
}
