import pytest
from service import Service


@pytest.fixture
def serve():
    services = []

    def make(*args, **members):
        services.append(Service(*args, **members))
        return services[-1]

    yield make
    for service in services:
        service.close()
