"""Prints, as JSON, what is installed: the metadata of the package, and the license of each distribution."""

import json
from importlib.metadata import distributions, metadata

OF_CLASSIFIERS = {"MIT License": "MIT", "Apache Software License": "Apache-2.0"}
# What a virtual environment has from the beginning.
OF_VENV = {"pip", "setuptools"}

licenses = {}
for each in distributions():
    of = each.metadata
    classifiers = [name for name in of.get_all("Classifier") or [] if name.startswith("License ::")]
    last = [name.rpartition(" :: ")[2] for name in classifiers]
    named = of["License-Expression"] or of["License"] or " AND ".join(OF_CLASSIFIERS.get(name, name) for name in last)
    if of["Name"] not in OF_VENV:
        licenses[of["Name"]] = named or None
own = metadata("voice-agent-platform")
extras = {name: [] for name in own.get_all("Provides-Extra") or []}
for requirement in own.get_all("Requires-Dist") or []:
    needed, _, extra = requirement.partition(" extra == ")
    if extra:
        extras[extra.strip("'\"")].append(needed)
print(json.dumps({"licenses": licenses, "extras": extras, "license_files": own.get_all("License-File")}))
