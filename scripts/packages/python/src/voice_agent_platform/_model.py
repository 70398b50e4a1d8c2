"""What all models have in common."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Is compiled when it is used first: an import would take seconds otherwise."""

    model_config = ConfigDict(defer_build=True)
